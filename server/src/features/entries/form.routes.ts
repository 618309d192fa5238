import * as endpoints from '@dossard/contract/entries/entry.endpoints.ts';
import { type CompetitionRow, visitorAccess } from '../../access/competition.access.ts';
import { type Write, writeTo } from '../../audit/write.ts';
import type { Routes } from '../../http/routes/route.ts';
import { inConstantTime } from '../../http/turns/constant.time.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { getEntryPage, getOpenPage } from './entry.store.ts';
import {
  addRidersToForm,
  changeRider,
  confirmForm,
  createForm,
  findCompetitionOf,
  getForm,
  mailLinks,
  withdraw,
} from './form.actions.ts';

/** The public entry page of a competition, and the forms of clubs and parents behind mailed links. */
export function entryFormRoutes({ route, parts }: Routes): void {
  const { db, publicUrl, sendsMail = false } = parts;
  const findForVisitors = visitorAccess(db);

  /** Finds a competition whose entry page is open, or closed only by its date. Throws `competition_not_found`. */
  async function findOpened(id: number): Promise<CompetitionRow> {
    const competition = await findForVisitors(id);
    if (!competition || !(await getEntryPage(db, id)).is_open) throw new Refusal('competition_not_found');
    return competition;
  }

  /** Runs `work` in the competition that the link belongs to, and reads the form again. */
  async function writeForm(token: string, now: Date, work: (write: Write) => Promise<void>) {
    const competition = await findCompetitionOf(db, token);
    await writeTo(db, { competition_id: competition.id, actor_id: null, now }, work);
    return getForm(db, competition, token, { now, sendsMail });
  }

  route(endpoints.getEntryPage, async ({ params, now }) =>
    getOpenPage(db, await findOpened(params.id), { now, sendsMail }),
  );

  // Constant time, so that timing reveals nothing about the address.
  route(endpoints.createEntryForm, ({ params, body, language, now, request }) =>
    inConstantTime(async () => {
      const { id: competition_id } = await findOpened(params.id);
      if (!body.website) {
        await parts.limits?.countForm(competition_id, request.ip);
        const by = { competition_id, actor_id: null, now };
        await writeTo(db, by, (write) => createForm(write, body, { language, publicUrl }));
      }
      return { sends_mail: sendsMail, riders: body.riders.length };
    }),
  );

  route(endpoints.mailEntryLink, ({ params, body, now }) =>
    inConstantTime(async () => {
      const { id: competition_id } = await findOpened(params.id);
      await writeTo(db, { competition_id, actor_id: null, now }, (write) => mailLinks(write, body.email, publicUrl));
    }),
  );

  route(endpoints.getEntryForm, async ({ query, now }) =>
    getForm(db, await findCompetitionOf(db, query.token), query.token, { now, sendsMail }),
  );
  route(endpoints.confirmEntryForm, ({ body, now }) =>
    writeForm(body.token, now, (write) => confirmForm(write, body.token, publicUrl)),
  );
  route(endpoints.addEntries, ({ body, now }) =>
    writeForm(body.token, now, (write) => addRidersToForm(write, body, publicUrl)),
  );
  route(endpoints.updateEntry, ({ body, now }) =>
    writeForm(body.token, now, (write) => changeRider(write, body, publicUrl)),
  );
  route(endpoints.withdrawEntries, ({ body, now }) =>
    writeForm(body.token, now, (write) => withdraw(write, body, publicUrl)),
  );
}
