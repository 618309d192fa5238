import type { Role } from '@dossard/contract/access/permissions.ts';
import { m } from '../../paraglide/messages.js';

const sentences: Record<Role, (given: { competition: string }) => string> = {
  admin: m.invited_as_admin,
  editor: m.invited_as_editor,
  referee: m.invited_as_referee,
  viewer: m.invited_as_viewer,
};

/** Says what somebody is invited to: « Vous êtes invité à juger … ». */
export const formatInvitation = ({ competition_name, role }: { competition_name: string; role: Role }): string =>
  sentences[role]({ competition: competition_name });
