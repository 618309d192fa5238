import type { GlobalPermission } from '@dossard/contract/access/permissions.ts';
import { createCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { createParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import type { GraduationInput } from '@dossard/contract/zones/zone.schema.ts';
import type { TestApp, TestCaller } from './test.app.ts';

/* Common test data, created through the API. */

export const competitionInput = {
  name: 'Trial des Crêtes',
  date: '2027-06-12',
  location: 'Pommiers',
  description: '',
  organizer: 'Vélo Club Fictif',
  contact: 'contact@dossard.test',
};

export const seriesInput = {
  name: 'Trophée des Crêtes',
  season: '2027',
  rule: { points: [150, 147, 144, 142, 140], beyond: 10, clubs: 2 },
};

/** An open entry page without limits. */
export const entryPage = {
  ...{ is_open: true, closes_on: null, limit_in_all: null, limits_of_groups: [], text: '', link: '', keep_days: 30 },
};

/** An entry form with riders of U13 F by their names. */
export function entryForm(email: string, names: readonly string[], more: Record<string, unknown> = {}) {
  const riders = names.map((name, index) => {
    const [first_name = '', last_name = ''] = name.split(' ');
    const rider = { category: 'U13', gender: 'F' as const, first_name, last_name, club: 'Les Crampons', licence: null };
    return { key: `rider-${index}`, ...rider };
  });
  return { form_key: crypto.randomUUID(), email, contact_name: 'Dominique Contact', riders, ...more };
}

/** Assigns bibs from 100 on to everybody. */
export const bibWishes = { blocks: [{ group: null, from: 100, to: null }], left_out: [], keep: false };

/** A tick that a rider came for the bib. */
export function ticksOf(dossard: number, came = true, at = '2027-06-12T08:00:00.000Z') {
  return { clock: at, ticks: [{ dossard, came, at }] };
}

/** A graduation with the points of its six doors, first to last. */
export function graduation(category: string, gender: 'H' | 'F', points: number[]): GraduationInput {
  const [points_door1 = 0, points_door2 = 0, points_door3 = 0, points_door4 = 0, points_door5 = 0, points_door6 = 0] =
    points;
  return { category, gender, points_door1, points_door2, points_door3, points_door4, points_door5, points_door6 };
}
export const tens = [10, 10, 10, 10, 10, 10];

/** The doors of a run, with the given ones won. */
export function doors(...won: number[]) {
  return {
    door1: won.includes(1),
    door2: won.includes(2),
    door3: won.includes(3),
    door4: won.includes(4),
    door5: won.includes(5),
    door6: won.includes(6),
  };
}

export function rider(competition_id: number, dossard_number: number, more: Record<string, unknown> = {}) {
  return {
    competition_id,
    dossard_number,
    category: 'U13',
    gender: 'F',
    first_name: 'Zoé',
    last_name: `Garnier ${dossard_number}`,
    club: null,
    ...more,
  };
}

export function runOf(competition_id: number, zone_id: number, dossard: number, more: Record<string, unknown> = {}) {
  return {
    submission_id: `test-${crypto.randomUUID()}`,
    competition_id,
    zone_id,
    dossard,
    ...doors(1, 2, 3),
    penality: 1,
    chrono_sec: 61.5,
    ...more,
  };
}

/** A run of an unknown bib, as U13 F. */
export function unresolvedRunOf(competition_id: number, zone_id: number, dossard: number) {
  return { ...runOf(competition_id, zone_id, dossard), category: 'U13', gender: 'F' as const };
}

/** Creates a competition with one zone of tens for girls and boys of U13, riders 1 to `riders`, and its admin. */
export async function makeCompetition(
  { signIn }: TestApp,
  riders = 3,
  permissions: GlobalPermission[] = ['create_competition'],
): Promise<{ admin: TestCaller; competitionId: number; zoneId: number }> {
  const admin = await signIn(permissions);
  const competitionId = (await admin.call(createCompetition, { body: competitionInput })).body.id;
  const graduations = [graduation('U13', 'F', tens), graduation('U13', 'H', tens)];
  const zone = await admin.call(createZone, {
    params: { id: competitionId },
    body: { name: 'Les Dalles', graduations },
  });
  for (let dossard = 1; dossard <= riders; dossard += 1) {
    await admin.call(createParticipant, { body: rider(competitionId, dossard) });
  }
  return { admin, competitionId, zoneId: zone.body.id };
}

/** A run in the format of a phone's outbox file. */
export function outboxRun(
  competition_id: number,
  zone_id: number,
  dossard: number,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  const recorded_at = '2027-06-12T10:00:00.000Z';
  return { ...runOf(competition_id, zone_id, dossard), recorded_at, referee_name: 'Alix Juge', ...more };
}

/** The file to which a phone exports the runs that it could not send. */
export function outboxFile(competition_id: number, runs: Record<string, unknown>[] = []) {
  return { dossard_outbox: 1 as const, competition_id, exported_at: '2027-06-12T17:05:00.000Z', runs };
}

/** A report of a phone. */
export function phoneReport(zone_id: number | null, more: Record<string, unknown> = {}) {
  return {
    zone_id,
    unsent: 2,
    oldest_unsent_sec: 340,
    app_version: '0.1.0',
    clock: '2027-06-12T10:00:00.000Z',
    ...more,
  };
}
