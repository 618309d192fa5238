import type * as endpoints from '@dossard/contract/bibs/bib.endpoints.ts';
import { type PlannedBib, planBibs } from '@dossard/contract/bibs/bib.rules.ts';
import type { GivenBibs } from '@dossard/contract/bibs/bib.schema.ts';
import type { BodyOf } from '@dossard/contract/calls/endpoint.ts';
import type { Language } from '@dossard/contract/language/language.ts';
import { licenceKey } from '@dossard/contract/participants/licence.key.ts';
import { pickFacts } from '@dossard/contract/participants/participant.fields.ts';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { raiseVersion } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { keepUsable } from '../../rights/relations.ts';
import { competitions } from '../../tables/competition.table.ts';
import { entries, entryOrigins } from '../../tables/entry.tables.ts';
import { participants } from '../../tables/participant.table.ts';
import { hashAddress, listOfOrganiser } from '../entries/entry.origins.ts';
import { lockEntries } from '../entries/entry.places.ts';
import { type EnteredRider, listEntered } from '../entries/entry.store.ts';
import { listCounted, listSeriesCounting, usableIds } from '../identity/counted.competitions.ts';
import { addRiders, lockImports } from '../import/participant.import.ts';

const importNames: Record<Language, string> = { fr: 'Inscriptions', en: 'Entries' };

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
  const kept = keep ? await getBibsOfSeason(tx, competition_id) : new Map<string, number>();
  const taken = await tx
    .select({ dossard: participants.dossard_number })
    .from(participants)
    .where(and(eq(participants.competition_id, competition_id), isNull(participants.deleted_at)));
  const plan = planBibs(
    accepted.map(({ entry: { id, category, gender, licence } }) => ({
      ...{ id, category, gender },
      kept: kept.get(licenceKey(licence) ?? '') ?? null,
    })),
    wishes,
    taken.map(({ dossard }) => dossard),
  );
  const given = plan.filter(({ dossard }) => dossard !== null).length;
  if (!dry_run && given > 0) await storeBibs(write, accepted, plan, importNames[language]);
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
    await tx
      .update(entries)
      .set({ dossard: dossard_number })
      .where(and(eq(entries.competition_id, competition_id), eq(entries.id, entry.id)));
    // An unconfirmed address proves nothing, so it is not linked to the rider.
    const isKnown = form.confirmed_at !== null;
    if (isKnown) {
      const email_hash = hashAddress(form.email);
      await tx.insert(entryOrigins).values({ competition_id, dossard: dossard_number, email_hash });
    }
  }
  await raiseVersion(write);
}

/**
 * Reads the bib of each licence in the season (B3): from the competitions of the same series, and those of the same
 * organiser in the same year; the latest one decides.
 */
async function getBibsOfSeason(db: Database, competitionId: number): Promise<Map<string, number>> {
  const [here] = await db
    .select({ date: competitions.date })
    .from(competitions)
    .where(eq(competitions.id, competitionId));
  const year = here?.date.slice(0, 4);
  const ofYear = (await listOfOrganiser(db, competitionId)).filter(({ date }) => date.slice(0, 4) === year);
  const inSeries = await listUsableOfSameSeries(db, competitionId);
  const season = new Map([...ofYear, ...inSeries].map((one) => [one.id, one.date]));
  const bibs = new Map<string, number>();
  // Oldest first, so that the latest value wins.
  for (const [id] of [...season].sort(([, a], [, b]) => a.localeCompare(b))) {
    const found = await db
      .select({ licence: participants.licence, dossard: participants.dossard_number })
      .from(participants)
      .where(
        and(eq(participants.competition_id, id), isNull(participants.deleted_at), isNotNull(participants.licence)),
      );
    for (const { licence, dossard } of found) {
      const key = licenceKey(licence);
      if (key) bibs.set(key, dossard);
    }
  }
  return bibs;
}

/** Lists the other competitions of the series that count this one; both relations must be usable (X2). */
async function listUsableOfSameSeries(db: Database, competitionId: number) {
  const counting = await listSeriesCounting(db, competitionId);
  const usable = await keepUsable(
    db,
    counting.map(({ series: { id }, made_by }) => ({ id, made_by, competition_id: competitionId })),
  );
  const found: { id: number; date: string }[] = [];
  for (const { id } of usable) {
    const counted = await listCounted(db, id);
    const readable = await usableIds(db, counted);
    for (const { competition } of counted)
      if (competition.id !== competitionId && competition.deleted_at === null && readable.has(competition.id))
        found.push(competition);
  }
  return found;
}
