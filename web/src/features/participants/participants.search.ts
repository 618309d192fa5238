import { parseChoice, type RawSearch } from '../../text/address.ts';

export type ParticipantsTab = 'import' | 'add' | 'list';

/** Which tab of the participants is open, as it stands in the address. */
export const participantsSearch = (said: RawSearch): { tab?: ParticipantsTab | undefined } => ({
  tab: parseChoice(said.tab, ['import', 'add', 'list']),
});
