import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, ask, formatRequest, send, type Target } from './attack.ts';
import { http2Attacks } from './http2.attacks.ts';
import { everyPublicCall, singlePublicCalls } from './public.calls.ts';
import { strangerAttacks } from './stranger.attacks.ts';

/* Attacks on the product. Referees must be able to record runs meanwhile, and no resource may leak. */

const card = ({ competitionId, riders }: Target, turn: number) =>
  `/api/competitions/${competitionId}/ranking/${1 + (turn % riders)}`;
const live = ({ competitionId }: Target) => `/api/competitions/${competitionId}/live`;
const ranking = ({ competitionId }: Target, turn: number) =>
  `/api/competitions/${competitionId}/liveranking/public?page_size=${1 + (turn % 100)}&turn=${turn}`;
const credentials = (turn: number) => ({ email: `nobody-${turn}@dossard.test`, password: 'Wrong-2027' });

/** Opens a connection, sends a request, and resets the connection `ms` later without reading. */
async function breakOff(target: Target, text: string, ms: number): Promise<undefined> {
  const socket = await send(target, text);
  if (ms > 0) await sleep(ms);
  socket.resetAndDestroy();
}

let recorded = 0;

/** Records a run of the first rider as the organiser; alternates between two phones. */
function createRun(target: Target, recordedAt: string): Promise<number> {
  recorded += 1;
  const body = {
    submission_id: `rider-1-${process.pid}-${recorded}`,
    competition_id: target.competitionId,
    zone_id: target.zoneId,
    dossard: 1,
    ...{ door1: true, door2: false, door3: false, door4: false, door5: false, door6: false },
    penality: 0,
    chrono_sec: 60,
    recorded_at: recordedAt,
    phone_id: `phone-of-attack-${recorded % 2}`,
  };
  return ask(target, '/api/run', { method: 'POST', body, cookie: target.organiser.session });
}

const poisonTimes = [
  '2199-12-31T23:59:59.9999999Z',
  '0001-01-01T00:00:00.0000001Z',
  '2199-12-31T23:59:59.999999+23:59',
  '1970-01-01T00:00:00-23:59',
  '9999-12-31T23:59:59.9999999Z',
];

export const attacks: Record<string, Attack> = {
  'every public call': everyPublicCall,
  ...http2Attacks,
  ...strangerAttacks,
  'riders’ cards': {
    connections: { test: 40, soak: 200 },
    strike: (target, turn) => ask(target, card(target, turn)),
  },
  'riders’ cards with a made-up session': {
    connections: { test: 40, soak: 200 },
    strike: (target, turn) => ask(target, card(target, turn), { cookie: `session=${'x'.repeat(40)}${turn % 1_000}` }),
  },
  'half-sent sign-ins': {
    connections: { test: 600, soak: 3_200 },
    strike: async (target, turn) => {
      const socket = await send(target, formatRequest('PUT', '/api/login', credentials(turn), 20));
      await Promise.race([new Promise((resolve) => socket.once('close', resolve)), sleep(2_000)]);
      socket.destroy();
      return undefined;
    },
  },
  'aborted requests': {
    connections: { test: 60, soak: 450 },
    strike: (target, turn) =>
      breakOff(target, formatRequest('GET', ranking(target, turn)).repeat(1 + (turn % 5)), turn % 8),
  },
  'long answers that nobody reads': {
    connections: { test: 40, soak: 400 },
    strike: async (target) => {
      const socket = await send(target, '');
      socket.pause().write(formatRequest('GET', '/api/openapi.json').repeat(4));
      await sleep(1_000);
      socket.destroy();
      return undefined;
    },
  },
  'streams that are reset': {
    connections: { test: 40, soak: 200 },
    strike: (target, turn) => breakOff(target, formatRequest(turn % 10 === 0 ? 'HEAD' : 'GET', live(target)), turn % 8),
  },
  'a flood of sign-ins': {
    connections: { test: 60, soak: 400 },
    strike: (target, turn) => ask(target, '/api/login', { method: 'PUT', body: credentials(turn) }),
  },
  'many runs of one rider': {
    connections: { test: 4, soak: 8 },
    prepare: async (target, size) => {
      const runs = size === 'soak' ? 1_600 : 160;
      for (let run = 0; run < runs; run += 1) await createRun(target, new Date().toISOString());
    },
    strike: ({ competitionId, ...target }, turn) => {
      const path = ['runs/doubtful', 'participant/1', 'runs/doubtful?limit=0'][turn % 3];
      const cookie = target.organiser.session;
      return ask(target, `/api/competition/${competitionId}/${path}`, { cookie });
    },
  },
  'runs of impossible times': {
    connections: { test: 2, soak: 4 },
    strike: async (target, turn) => {
      const time = poisonTimes[turn % poisonTimes.length] ?? '';
      const answers = [await createRun(target, time)];
      const competition = `/api/competition/${target.competitionId}`;
      for (const path of ['participant/1/runs', 'runs/doubtful', ...(turn % 20 === 0 ? ['results/export'] : [])]) {
        answers.push(await ask(target, `${competition}/${path}`, { cookie: target.organiser.session }));
      }
      return Math.max(...answers);
    },
  },
  'wrong passwords for the organiser from many addresses': {
    connections: { test: 40, soak: 200 },
    throughProxy: true,
    strike: ({ organiser, ...target }, turn) =>
      ask(target, turn % 4 === 0 ? '/api/auth/forgot-password' : '/api/login', {
        method: turn % 4 === 0 ? 'POST' : 'PUT',
        body: { email: organiser.email, password: 'Wrong-2027' },
        headers: { 'x-forwarded-for': `198.51.${Math.floor(turn / 250) % 250}.${turn % 250}` },
      }),
    meanwhile: ({ organiser: { email, password, device } }) => ({
      path: '/api/login',
      method: 'PUT',
      body: { email, password },
      cookie: device,
      headers: { 'x-forwarded-for': '203.0.113.7' },
    }),
  },
};

/** Every attack, and each public call as an attack of its own. */
export const allAttacks: Record<string, Attack> = { ...attacks, ...singlePublicCalls };
