import { offeredCategories } from '@dossard/contract/categories/category.schema.ts';
import { type Language, say } from '@dossard/contract/language/language.ts';
import { m } from '@dossard/contract/paraglide/messages.js';
import { noOptionalFields } from '@dossard/contract/participants/participant.fields.ts';
import type { ParticipantInput } from '@dossard/contract/participants/participant.schema.ts';
import { forPoints } from '@dossard/contract/runs/doors.ts';
import type { GraduationInput } from '@dossard/contract/zones/zone.schema.ts';
import { sql } from 'drizzle-orm';
import { type Caller, createVerifiedUser, findUserByEmail, getCaller } from '../access/account.store.ts';
import type { CompetitionAccess } from '../access/competition.access.ts';
import { hashPassword } from '../access/password.ts';
import type { Database, Transaction } from '../database/client.ts';
import { createCompetition, updateCompetition } from '../features/competitions/competition.actions.ts';
import { listCompetitionsOf } from '../features/competitions/competition.store.ts';
import { createParticipant } from '../features/participants/participant.actions.ts';
import { createZone } from '../features/zones/zone.actions.ts';
import { listZonesOf } from '../features/zones/zone.store.ts';
import { users } from '../tables/account.tables.ts';
import { members } from '../tables/member.table.ts';
import { seededRandom } from './random.ts';

/* A realistic event for a demonstration: five zones, sixty riders with plainly fictional names, five referees. */

/** Domain of the accounts of demonstrations. */
export const demoAddress = 'demo.dossard.test';
const zoneNames = ['Les Dalles', 'Le Torrent', 'La Souche', 'Les Pneus', 'Le Talus'];
const familyNames = [
  'Pignon',
  'Guidon',
  'Moyeu',
  'Rayon',
  'Duroc',
  'Caillou',
  'Sentier',
  'Larbre',
  'Plateau',
  'Fourche',
];
const girls = ['Zoé', 'Inès', 'Maëlle', 'Lou', 'Anaïs', 'Éloïse'];
const boys = ['Hugo', 'Noé', 'Aloïs', 'Malo', 'Timéo', 'Gaël'];
const clubs = ['Vélo Club Fictif', 'Trial École du Pré', 'Les Crampons', null];

export interface DemoEvent {
  organiser: Caller;
  competition: CompetitionAccess;
  referees: { caller: Caller; zone_id: number }[];
}

/** Creates the demonstration event, all or nothing; a later start finds it by its organiser. */
export function openDemoEvent(db: Database, now: Date, language: Language): Promise<DemoEvent> {
  return db.transaction(async (tx) => {
    // Two people may open it at the same time.
    await tx.execute(sql`lock table ${users} in share row exclusive mode`);
    const referees = await findReferees(tx, now);
    const [organiser] = referees;
    if (!organiser) throw new Error('The demonstration needs a referee.');
    const existing = (await listCompetitionsOf(tx, organiser)).find((one) => one.role === 'admin');
    if (existing) return describeEvent(tx, { organiser, competition: existing, referees });
    return makeEvent(tx, organiser, { referees, isPublic: true, now, language });
  });
}

/** Finds the accounts of the simulated referees, or creates them. */
export async function findReferees(tx: Transaction, now: Date): Promise<Caller[]> {
  const referees: Caller[] = [];
  for (const index of zoneNames.keys()) referees.push(await demoReferee(tx, index + 1, now));
  return referees;
}

async function describeEvent(
  tx: Transaction,
  { organiser, competition, referees }: Omit<DemoEvent, 'referees'> & { referees: readonly Caller[] },
): Promise<DemoEvent> {
  const zones = await listZonesOf(tx, competition.id);
  const places = zones.flatMap((zone, index) => {
    const caller = referees[index];
    return caller ? [{ caller, zone_id: zone.id }] : [];
  });
  return { organiser, competition, referees: places };
}

async function demoReferee(tx: Transaction, number: number, now: Date): Promise<Caller> {
  const email = `juge${number}@${demoAddress}`;
  const name = { first_name: 'Juge', last_name: `Démo ${number}` };
  const known = await findUserByEmail(tx, email);
  if (known) return getCaller(tx, known.id);
  // Simulated referees never sign in, so the password is not needed.
  const password_hash = await hashPassword(crypto.randomUUID());
  return getCaller(tx, await createVerifiedUser({ tx, now }, { email, ...name, password_hash }, []));
}

/** Creates an event of an organiser, with the simulated referees as members. */
export async function makeEvent(
  tx: Transaction,
  organiser: Caller,
  {
    referees,
    isPublic,
    now,
    language,
  }: { referees: readonly Caller[]; isPublic: boolean; now: Date; language: Language },
): Promise<DemoEvent> {
  const write = { tx, now, competition_id: 0, actor_id: organiser.id };
  const made = await createCompetition(
    write,
    {
      name: say(m.demo_event_name, {}, language),
      date: now.toISOString().slice(0, 10),
      location: 'Pommiers',
      description: say(m.demo_event_why, {}, language),
      organizer: 'Vélo Club Fictif',
      contact: 'contact@dossard.test',
    },
    organiser.id,
  );
  await tx
    .insert(members)
    .values(referees.map(({ id }) => ({ competition_id: made.id, user_id: id, role: 'referee' as const })))
    .onConflictDoNothing();
  const within = { ...write, competition_id: made.id };
  for (const name of zoneNames) await createZone(within, { name, graduations: demoGraduations() });
  for (const rider of demoRiders(made.id)) await createParticipant(within, rider);
  const changed = isPublic ? await updateCompetition(within, { is_public: true }) : made;
  return describeEvent(tx, { organiser, competition: { ...changed, role: made.role }, referees });
}

/** The youngest ride for fewer points at the harder doors, as in youth trophies. */
function demoGraduations(): GraduationInput[] {
  return offeredCategories.flatMap((category, age) =>
    (['F', 'H'] as const).map((gender) => {
      return { category, gender, ...forPoints((door) => (age < 2 ? ([10, 10, 5, 5][door] ?? 3) : 10)) };
    }),
  );
}

function demoRiders(competition_id: number): ParticipantInput[] {
  const random = seededRandom(2027);
  return Array.from({ length: 60 }, (_, index) => {
    const gender = index % 2 === 0 ? 'F' : 'H';
    const names = gender === 'F' ? girls : boys;
    return {
      ...noOptionalFields,
      competition_id,
      dossard_number: index + 1,
      category: offeredCategories[Math.floor(index / 12)] ?? 'U17',
      gender,
      first_name: names[Math.floor(index / 2) % names.length] ?? 'Lou',
      last_name: familyNames[index % familyNames.length] ?? 'Pignon',
      club: clubs[Math.floor(random() * clubs.length)] ?? null,
    };
  });
}
