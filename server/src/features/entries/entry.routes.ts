import * as endpoints from '@dossard/contract/entries/entry.endpoints.ts';
import type { Write } from '../../audit/write.ts';
import type { Call } from '../../http/routes/call.ts';
import type { Routes } from '../../http/routes/route.ts';
import { decideEntries, updateEntryPage } from './entry.actions.ts';
import { eraseEntry } from './entry.erasure.ts';
import { lockEntries, moveUp } from './entry.places.ts';
import { listEntries } from './entry.store.ts';

/** The entries of a competition at the organiser's desk; each change answers the list as it is then. */
export function entriesRoutes({ route, parts: { db, publicUrl, sendsMail = false } }: Routes): void {
  async function change(
    call: Pick<Call<typeof endpoints.decideEntries>, 'write'>,
    work: (write: Write) => Promise<unknown>,
  ) {
    return call.write(async (write) => {
      await work(write);
      return listEntries(write.tx, write.competition_id, sendsMail);
    });
  }

  route(endpoints.listEntries, ({ competition }) => listEntries(db, competition.id, sendsMail));

  route(endpoints.updateEntryPage, (call) => change(call, (write) => updateEntryPage(write, call.body, publicUrl)));

  route(endpoints.eraseEntry, (call) =>
    change(call, async (write) => {
      await lockEntries(write);
      await eraseEntry(write, call.params.entryId);
      await moveUp(write, publicUrl);
    }),
  );

  route(endpoints.decideEntries, (call) => change(call, (write) => decideEntries(write, call.body, publicUrl)));
}
