import { describe, expect, it, vi } from 'vitest';
import { Failure } from '../api/failure.ts';
import { type Carrier, deliverRun } from './run.delivery.ts';

vi.mock('../paraglide/messages.js', () => ({ m: new Proxy({}, { get: (_, key) => () => String(key) }) }));

const submission = {
  submission_id: 'id-1',
  competition_id: 1,
  zone_id: 1,
  dossard: 1,
  door1: true,
  door2: false,
  door3: false,
  door4: false,
  door5: false,
  door6: false,
  penality: 0,
  chrono_sec: 10,
};

/** A network that does one thing after the other, and writes down what happened. */
function carrier(sends: (number | 'ok')[], verified: (boolean | 'broken')[] = []) {
  const story: string[] = [];
  const it: Carrier = {
    send: async ({ submission_id }) => {
      const next = sends.shift() ?? 'ok';
      story.push(`send ${submission_id}`);
      if (next !== 'ok') throw new Failure(next);
    },
    verify: async (id) => {
      story.push(`verify ${id}`);
      const next = verified.shift() ?? false;
      if (next === 'broken') throw new Failure(0);
      return next;
    },
    sleep: async (ms) => story.push(`wait ${ms}`),
  };
  return { it, story };
}

describe('the attempts and waits of spec §9', () => {
  it('sends once when the server answers', async () => {
    const { it: network, story } = carrier(['ok']);
    await deliverRun(submission, network);
    expect(story).toEqual(['send id-1']);
  });

  it('asks after half a second whether a lost answer was a stored run', async () => {
    const { it: network, story } = carrier([0], [true]);
    await deliverRun(submission, network);
    expect(story).toEqual(['send id-1', 'wait 500', 'verify id-1']);
  });

  it('gives up after three attempts, a second apart, all with one submission id', async () => {
    const { it: network, story } = carrier([0, 503, 429], [false, 'broken', false]);
    await expect(deliverRun(submission, network)).rejects.toMatchObject({ status: 429 });
    const attempt = ['send id-1', 'wait 500', 'verify id-1'];
    expect(story).toEqual([...attempt, 'wait 1000', ...attempt, 'wait 1000', ...attempt]);
  });

  it.each([400, 401, 403, 404, 409, 422])('does not repeat what the server refuses: %i', async (status) => {
    const { it: network, story } = carrier([status]);
    await expect(deliverRun(submission, network)).rejects.toMatchObject({ status });
    expect(story).toEqual(['send id-1']);
  });
});
