import * as endpoints from '@dossard/contract/entries/entry.endpoints.ts';
import type { Write } from '../../audit/write.ts';
import type { Routes } from '../../http/routes/route.ts';
import { decideEntries, updateEntryPage } from './entry.actions.ts';
import { eraseEntry } from './entry.erasure.ts';
import { moveUp } from './entry.places.ts';
import { listEntries } from './entry.store.ts';

/** The entries of a competition at the organiser's desk; each change answers the list as it is then. */
export function entriesRoutes({ route, changeRoute, parts: { db, publicUrl, sendsMail = false } }: Routes): void {
  const list = ({ tx, competition_id }: Write) => listEntries(tx, competition_id, sendsMail);

  route(endpoints.listEntries, ({ competition }) => listEntries(db, competition.id, sendsMail));

  changeRoute(endpoints.updateEntryPage, (write, call) => updateEntryPage(write, call.body, publicUrl), list);

  const erase = async (write: Write, entryId: number) => {
    await eraseEntry(write, entryId);
    await moveUp(write, publicUrl);
  };
  changeRoute(endpoints.eraseEntry, (write, call) => erase(write, call.params.entryId), list);

  changeRoute(endpoints.decideEntries, (write, call) => decideEntries(write, call.body, publicUrl), list);
}
