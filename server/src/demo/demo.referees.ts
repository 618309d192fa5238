import { forDoors } from '@dossard/contract/runs/doors.ts';
import { maxChronoSec, maxPenality, type RunSubmission } from '@dossard/contract/runs/run.schema.ts';
import { findAccess } from '../access/competition.access.ts';
import type { Database } from '../database/client.ts';
import { listRoster } from '../features/participants/participant.store.ts';
import { savePhoneReport } from '../features/phones/phone.store.ts';
import { createRun } from '../features/runs/submission.actions.ts';
import type { DemoEvent } from './demo.event.ts';
import { seededRandom } from './random.ts';

/** Average interval between runs, in milliseconds. */
const betweenRunsMs = 2_500;
/** How often each rider rides each zone. */
const laps = 2;

/**
 * Simulates referees who record runs one after the other, until every rider has ridden or the event is deleted;
 * returns a function that stops it.
 */
export function simulateReferees(db: Database, { competition, referees }: DemoEvent, seed: number): () => void {
  const random = seededRandom(seed);
  let timer: NodeJS.Timeout;
  let stopped = false;

  async function recordNext(): Promise<void> {
    const place = referees[Math.floor(random() * referees.length)];
    if (!(await findAccess(db, competition.id, undefined))) return stop();
    const roster = await listRoster(db, competition.id);
    const waiting = roster.filter((rider) => (rider.runs_by_zone[String(place?.zone_id)] ?? 0) < laps);
    const rider = waiting[Math.floor(random() * waiting.length)];
    if (!place || !rider || stopped) return;
    const now = new Date();
    const run = rideZone(rider.dossard_number, random);
    const submission = {
      ...run,
      submission_id: `demo-${now.getTime()}-${place.zone_id}-${rider.dossard_number}`,
      competition_id: competition.id,
      zone_id: place.zone_id,
      recorded_at: now.toISOString(),
    };
    await createRun(db, submission, { competition, caller: place.caller, now });
    await reportPhone(db, competition.id, place);
  }

  function schedule(): void {
    timer = setTimeout(
      async () => {
        await recordNext().catch(complain);
        if (!stopped) schedule();
      },
      betweenRunsMs * (0.4 + 1.2 * random()),
    );
    timer.unref();
  }

  schedule();
  return stop;

  function stop(): void {
    stopped = true;
    clearTimeout(timer);
  }
}

/** Reports the phones of all referees, who would otherwise be missing on the organiser's page until their first run. */
export async function reportPhones(db: Database, { competition, referees }: DemoEvent): Promise<void> {
  await Promise.all(referees.map((place) => reportPhone(db, competition.id, place)));
}

async function reportPhone(
  db: Database,
  competition_id: number,
  { caller, zone_id }: DemoEvent['referees'][number],
): Promise<void> {
  const now = new Date();
  const phone = { zone_id, unsent: 0, app_version: '', clock: now.toISOString() };
  await savePhoneReport(db, phone, { competition_id, user_id: caller.id, now });
}

const complain = (error: Error) => process.stderr.write(`Demonstration: ${error.message}\n`);

/** Simulates a run: better riders win more doors; the fifth dab or two minutes end it. */
function rideZone(
  dossard: number,
  random: () => number,
): Omit<RunSubmission, 'submission_id' | 'competition_id' | 'zone_id' | 'recorded_at'> {
  const skill = 0.45 + ((dossard * 37) % 50) / 100;
  let penality = 0;
  let seconds = 0;
  const doors = forDoors(() => {
    const riding = penality < maxPenality && seconds < maxChronoSec;
    const clean = riding && random() < skill;
    if (riding && !clean) penality += 1;
    if (riding) seconds += 8 + random() * 14;
    return clean;
  });
  const chrono_sec = Math.min(maxChronoSec, Math.round(seconds * 100) / 100);
  return { dossard, ...doors, penality, chrono_sec };
}
