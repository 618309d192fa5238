import type { RecordedRun, RunSubmission } from '@dossard/contract/runs/run.schema.ts';
import fc from 'fast-check';
import { describe, expect, it, test, vi } from 'vitest';
import { keptRunOf, noDoor, start } from './kept.run.samples.ts';
import { isUnsent, type KeptRun, moveRun } from './kept.run.ts';
import { outboxNetwork } from './network.ts';

/** The run that the server stores for a submission. */
const storedRun = (submission: RunSubmission, more: Partial<RecordedRun> = {}): RecordedRun => ({
  ...submission,
  run_number: 1,
  zone_name: 'Les Dalles',
  referee_name: 'Jo Fictif',
  points: 0,
  graded: true,
  counted: true,
  version: 1,
  recorded_at: null,
  received_at: '2027-06-12T09:41:08.250Z',
  ridden_at: '2027-06-12T09:41:08.250Z',
  ...more,
});

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const html = (status: number) =>
  new Response('<!doctype html><title>Wi-Fi</title>', { status, headers: { 'content-type': 'text/html' } });
const networkAnswering = (answer: () => Response) =>
  outboxNetwork(
    () => 'fr',
    '',
    async () => answer(),
  );

describe('an answer to a run from paper', () => {
  const run: KeptRun = { ...keptRunOf(7), on_paper: true };
  const id = run.submission.submission_id;
  const outcome = (more: object) => json(200, { stored: 0, known: 0, refused: [], ...more });
  const refused = (submission_id: string | null) => [
    { submission_id, dossard: 7, code: 'participant_not_found', message: 'Nobody has this bib.' },
  ];

  test.each<[string, () => Response, boolean, string | null]>([
    ['stored', () => outcome({ stored: 1 }), true, null],
    ['known before', () => outcome({ known: 1 }), true, null],
    ['refused, with its reason', () => outcome({ refused: refused(id) }), true, 'participant_not_found'],
    ['nothing of it', () => outcome({}), false, null],
    ['another run refused', () => outcome({ refused: refused('id-2') }), false, null],
    ['a page of a captive portal', () => html(200), false, null],
    ['the run itself, as for a referee', () => json(201, storedRun(run.submission)), false, null],
    ['no right to edit runs', () => json(403, { code: 'forbidden', message: 'x', request_id: 'r' }), true, 'forbidden'],
  ])('%s (P3)', async (_, answer, genuine, code) => {
    const read = await networkAnswering(answer).send(run);
    expect([read.genuine, read.code]).toEqual([genuine, code]);
    if (code === 'participant_not_found') expect(read).toMatchObject({ status: 409, message: 'Nobody has this bib.' });
  });

  it('is sent as a sheet of one run', async () => {
    let sent: [string, unknown] | undefined;
    const network = outboxNetwork(
      () => 'fr',
      '',
      async (address, init) => {
        sent = [String(address), JSON.parse(String(init?.body))];
        return outcome({ stored: 1 });
      },
    );
    await network.send(run);
    const { competition_id } = run.submission;
    expect(sent).toEqual([`/api/competition/${competition_id}/runs/sheet`, { runs: [run.submission] }]);
  });

  it('is verified like any run', async () => {
    const verified = () => json(200, { exists: true, run: storedRun(run.submission) });
    expect(await networkAnswering(verified).verify(run)).toEqual({ status: 200, exists: true });
  });
});

it('is read in a browser without AbortSignal.timeout', async () => {
  const run = keptRunOf(7);
  const missing = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    throw new TypeError('AbortSignal.timeout is not a function');
  });
  const answer = await networkAnswering(() => json(201, storedRun(run.submission))).send(run);
  missing.mockRestore();
  expect(answer).toMatchObject({ status: 201, genuine: true });
});

describe('an answer to POST /run', () => {
  const run = keptRunOf(7);
  const stored = storedRun(run.submission);

  test.each<[string, () => Response, boolean]>([
    ['the stored run', () => json(201, stored), true],
    ['the stored run, sent before', () => json(200, stored), true],
    ['the run with the doors an editor corrected', () => json(200, { ...stored, door1: true, version: 2 }), true],
    ['the run, deleted since', () => json(200, { ...stored, deleted: true }), true],
    ['the run with fields of a newer server', () => json(201, { ...stored, weather: 'rain' }), true],
    ['a page of a captive portal', () => html(200), false],
    ['a page of a single-page fallback', () => html(201), false],
    ['no body', () => new Response('', { status: 200 }), false],
    ['the submission sent back', () => json(200, run.submission), false],
    ['the run of another submission', () => json(200, { ...stored, submission_id: 'id-2' }), false],
    ['the run of another rider', () => json(200, { ...stored, dossard: 8 }), false],
    ['the run of another competition', () => json(200, { ...stored, competition_id: 2 }), false],
    ['the run of another zone', () => json(200, { ...stored, zone_id: 4 }), false],
    ['the run with other doors', () => json(200, { ...stored, door6: true }), false],
    ['a run cut short', () => new Response(JSON.stringify(stored).slice(0, -9), { status: 200 }), false],
    ['a portal that refuses', () => html(403), false],
    ['a gateway that refuses in JSON', () => json(404, { message: 'no route' }), false],
    ['a refusal of Dossard', () => json(404, { code: 'zone_not_found', message: 'x', request_id: 'r' }), true],
  ])('%s', async (_, answer, genuine) => {
    expect((await networkAnswering(answer).send(run)).genuine).toBe(genuine);
  });

  it('gives a receipt, sent or verified; an older server gives none (H4)', async () => {
    const head = { length: 17, sha256: 'a'.repeat(64) };
    const receipt = { run_number: stored.run_number, points: stored.points, head };
    const answer = { ...stored, head };
    expect((await networkAnswering(() => json(201, answer)).send(run)).receipt).toEqual(receipt);
    const asked = networkAnswering(() => json(200, { exists: true, run: answer }));
    expect((await asked.verify(run)).receipt).toEqual(receipt);
    expect((await networkAnswering(() => json(201, stored)).send(run)).receipt).toBeUndefined();
    expect((await networkAnswering(() => json(201, { ...answer, dossard: 8 })).send(run)).receipt).toBeUndefined();
  });

  test.each<[string, () => Response, boolean]>([
    ['the run', () => json(200, { exists: true, run: stored }), true],
    ['a bare yes', () => json(200, { exists: true }), false],
    ['the run of another submission', () => json(200, { exists: true, run: { ...stored, submission_id: 'x' } }), false],
    ['no', () => json(200, { exists: false }), false],
    ['a page', () => html(200), false],
    ['an empty answer', () => new Response('', { status: 200 }), false],
    ['null', () => json(200, null), false],
  ])('verified by %s', async (_, answer, exists) => {
    expect(await networkAnswering(answer).verify(run)).toMatchObject({ exists });
  });
});

describe('a run of an unknown bib', () => {
  const run: KeptRun = { ...keptRunOf(99), unknown_bib: true };
  const { category, gender } = run.rider;
  const kept = { ...storedRun(run.submission), category, gender, state: 'waiting' };

  it('is sent as an unresolved run, with the group that the referee chose', async () => {
    let asked: [string, unknown] | undefined;
    const network = outboxNetwork(
      () => 'fr',
      '',
      async (address, init) => {
        asked = [String(address), JSON.parse(String(init?.body))];
        return json(201, kept);
      },
    );
    expect(await network.send(run)).toMatchObject({ status: 201, genuine: true });
    expect(asked).toEqual(['/api/competition/1/runs/unresolved', { ...run.submission, category, gender }]);
  });

  test.each<[string, unknown]>([
    ['another submission', { ...kept, submission_id: 'id-9' }],
    ['another bib', { ...kept, dossard: 98 }],
    ['the submission sent back', { ...run.submission, category, gender }],
    ['a run, not an unresolved one', storedRun(run.submission)],
  ])('is not taken for sent when the answer is %s', async (_, body) => {
    expect((await networkAnswering(() => json(201, body)).send(run)).genuine).toBe(false);
  });
});

/** Any answer that something between phone and server may give: a status, and a body that often resembles ours. */
const foreignAnswer = fc.record({
  status: fc.constantFrom(200, 201, 202, 204, 302, 400, 403, 404, 409, 422, 500, 502, 503, 504, 511),
  body: fc.oneof(
    fc.constant('<!doctype html><title>Wi-Fi</title>'),
    fc.constant(''),
    fc.json(),
    fc.constant('echo' as const),
    fc.constant('{"exists":true}'),
    fc.constant(JSON.stringify({ exists: true, run: storedRun(keptRunOf(9, 'id-9').submission) })),
    fc.record({ code: fc.constant('forbidden'), message: fc.string() }).map((body) => JSON.stringify(body)),
  ),
  type: fc.constantFrom('text/html', 'application/json', 'text/plain'),
});

it('never counts a run as sent or refused unless the answer is the server’s own', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(foreignAnswer, { minLength: 1, maxLength: 6 }), async (foreign) => {
      let stored: RecordedRun | undefined;
      const answers = [...foreign];
      const network = outboxNetwork(
        () => 'fr',
        '',
        async (address, init) => {
          const next = answers.shift();
          if (next) {
            const body = next.body === 'echo' ? String(init?.body ?? '') : next.body;
            const empty = next.status === 204;
            return new Response(empty ? null : body, { status: next.status, headers: { 'content-type': next.type } });
          }
          if (String(address).includes('verify')) return json(200, { exists: stored !== undefined, run: stored });
          stored = storedRun(JSON.parse(String(init?.body)) as RunSubmission);
          return json(201, stored);
        },
      );
      let run: KeptRun = { ...keptRunOf(7), submission: { ...keptRunOf(7).submission, ...noDoor } };
      for (let step = 0; isUnsent(run) && step < 40; step += 1) {
        run = moveRun(run, { type: 'taken', now: Math.max(start, run.due) });
        const now = run.held_until;
        if (run.asks === 'send') run = moveRun(run, { type: 'answered', answer: await network.send(run), now });
        else run = moveRun(run, { type: 'verified', ...(await network.verify(run)), now, chance: 1 });
        expect(run.state === 'sent' && !stored, 'sent, and not on the server').toBe(false);
        expect(run.state).not.toBe('refused');
      }
      expect(run.state).toBe('sent');
      expect(stored?.submission_id).toBe(run.submission.submission_id);
    }),
    { numRuns: 10_000 },
  );
}, 120_000);
