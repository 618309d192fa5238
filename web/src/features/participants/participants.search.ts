import { readChoice, type Said } from '../../ui/address.ts';

export type ParticipantsTab = 'import' | 'add' | 'list';

/** Which tab of the participants is open, as it stands in the address. */
export const participantsSearch = (said: Said): { tab?: ParticipantsTab | undefined } => ({
  tab: readChoice(said.tab, ['import', 'add', 'list']),
});
