import type * as endpoints from '@dossard/contract/bibs/bib.endpoints.ts';
import { type PlannedBib, planBibs } from '@dossard/contract/bibs/bib.rules.ts';
import type { GivenBibs } from '@dossard/contract/bibs/bib.schema.ts';
import type { BodyOf } from '@dossard/contract/calls/endpoint.ts';
import { type Language, say } from '@dossard/contract/language/language.ts';
import { m } from '@dossard/contract/paraglide/messages.js';
import { pickFacts } from '@dossard/contract/participants/participant.fields.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import { updateRow } from '../../database/one.row.ts';
import { entries, entryOrigins } from '../../tables/entry.tables.ts';
import { hashAddress } from '../entries/entry.origins.ts';
import { lockEntries } from '../entries/entry.places.ts';
import { type EnteredRider, listEntered, listRiders } from '../entries/entry.store.ts';
import { keptBibs, listSeasonRiders } from '../identity/season.riders.ts';
import { addRiders, lockImports } from '../participants/rider.writes.ts';

/**
 * Adds accepted entries to the list of riders, each with a bib (B1–B3), as one import that can be undone in the
 * history; a dry run only plans it. Entries that have a bib are skipped, so the call is idempotent.
 */
export async function giveBibs(
  write: Write,
  { dry_run, keep, ...wishes }: BodyOf<typeof endpoints.giveBibs>,
  language: Language,
): Promise<GivenBibs> {
  const { tx, competition_id } = write;
  await lockEntries(write);
  await lockImports(write);
  const accepted = (await listEntered(tx, competition_id)).filter(
    ({ entry }) => entry.state === 'accepted' && entry.dossard === null,
  );
  const season = keep ? await listSeasonRiders(tx, competition_id) : [];
  const present = await listRiders(tx, competition_id);
  const keptBib = keptBibs(season, [...present, ...accepted.map(({ entry }) => entry)]);
  const plan = planBibs(
    accepted.map(({ entry: { id, category, gender, licence } }) => ({ id, category, gender, kept: keptBib(licence) })),
    wishes,
    present.map(({ dossard_number: dossard }) => dossard),
  );
  const given = plan.filter(({ dossard }) => dossard !== null).length;
  if (!dry_run && given > 0) await storeBibs(write, accepted, plan, say(m.entries_file, {}, language));
  const byId = new Map(accepted.map((one) => [one.entry.id, one.entry]));
  const riders = plan.flatMap(({ id, dossard, why, lost }) => {
    const entry = byId.get(id);
    if (!entry) return [];
    const { first_name, last_name, category, gender, club } = entry;
    return [{ entry: id, first_name, last_name, category, gender, club, dossard, why, lost }];
  });
  return { riders, given };
}

async function storeBibs(
  write: Write,
  accepted: readonly EnteredRider[],
  plan: readonly PlannedBib[],
  from: string,
): Promise<void> {
  const { tx, competition_id } = write;
  const dossards = new Map(plan.map(({ id, dossard }) => [id, dossard]));
  const riders = accepted.flatMap(({ entry, form }) => {
    const dossard_number = dossards.get(entry.id);
    return dossard_number ? [{ entry, form, dossard_number }] : [];
  });
  // Riders first: adding a rider on a bib unbinds the entry of its former rider.
  await addRiders(
    write,
    riders.map(({ entry, dossard_number }) => ({ dossard_number, ...pickFacts(entry) })),
    from,
  );
  for (const { entry, form, dossard_number } of riders) {
    await updateRow(tx, entries, entry, { dossard: dossard_number });
    // An unconfirmed address proves nothing, so it is not linked to the rider.
    const isKnown = form.confirmed_at !== null;
    if (isKnown) {
      const email_hash = hashAddress(form.email);
      await tx.insert(entryOrigins).values({ competition_id, dossard: dossard_number, email_hash });
    }
  }
  await raiseVersion(write);
}
