import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { openBrowserWithCamera, writeFilm } from './fake.camera.ts';
import { openDesk, secondsSince } from './open.desk.ts';
import { photographCodes, recordOffline, showCodes } from './phone.codes.ts';
import { prepareCompetition, runsOf } from './prepare.ts';
import { signIn } from './steps.ts';

const dossards = Array.from({ length: 60 }, (_, index) => 101 + index);
/** How long the phone shows each code: `frameMs` in `run.frames.ts`. */
const codeMs = 350;

/** Measures seconds from the camera's first picture until 60 runs that a phone shows as codes are stored. */
export async function measureCodes(browser: Browser) {
  const prepared = await prepareCompetition('Soixante passages en codes', dossards);
  const phone = await openDesk(browser);
  await recordOffline(phone, prepared, dossards);
  await showCodes(phone);
  const codes = await photographCodes(phone);
  await phone.context().close();

  const folder = await mkdtemp(join(tmpdir(), 'dossard-codes-'));
  const film = join(folder, 'codes.y4m');
  await writeFilm(film, codes, codeMs);
  const laptop = await openBrowserWithCamera(film);
  try {
    const desk = await openDesk(laptop);
    await signIn(desk, `/competitions/${prepared.competitionId}/phones`);
    const read = desk.getByRole('button', { name: 'Lire les codes QR' });
    await read.click({ trial: true });
    const start = performance.now();
    await read.click({ noWaitAfter: true });
    await desk.getByText(`${codes.length} codes lus sur ${codes.length}`).waitFor();
    const seconds = secondsSince(start);
    let stored = 0;
    for (const dossard of dossards) stored += (await runsOf(prepared, dossard)).length;
    return { seconds, limit: 15, codes: codes.length, code_ms: codeMs, stored };
  } finally {
    await laptop.close();
    await rm(folder, { recursive: true });
  }
}
