import type { Endpoint } from '@dossard/contract/calls/endpoint.ts';
import { endpoints } from '@dossard/contract/endpoints.ts';
import { type Attack, ask, type Target } from './attack.ts';

/* Every call that needs no account: those of the endpoint table, and further addresses. */

interface PublicCall {
  name: string;
  method: string;
  /** A different address each time, where possible, so that no cached answer is used. */
  path: (target: Target, turn: number) => string;
  body?: (turn: number) => unknown;
}

const isPublic = ({ who }: Endpoint) =>
  who.kind === 'anyone' || (who.kind === 'competition' && who.orIfPublic === true);

/** A body with all fields that any of these calls requires; unknown fields are ignored. */
const bodyOf = (turn: number) => ({
  email: `nobody-${turn}@dossard.test`,
  password: 'Wrong-2027',
  first_name: 'Nobody',
  last_name: 'Exemple',
  token: `guess-${turn}`,
});

function fromTable({ name, method, path, body, query }: Endpoint): PublicCall {
  const fill = ({ competitionId, seriesId, riders }: Target, turn: number) =>
    `/api${path}`
      .replace(':id', String(competitionId))
      .replace(':seriesId', String(seriesId))
      .replace(':dossard', String(1 + (turn % riders)));
  const more = (turn: number) => (query ? `&token=guess-${turn}&page_size=${1 + (turn % 100)}` : '');
  return {
    name,
    method,
    path: (target, turn) => `${fill(target, turn)}?turn=${turn}${method === 'GET' ? more(turn) : ''}`,
    ...(body && { body: bodyOf }),
  };
}

const beside: readonly PublicCall[] = [
  ...['/api/openapi.json', '/api/docs', '/health/live', '/health/ready', '/'].map((path) => ({
    name: path,
    method: 'GET',
    path: (_: Target, turn: number) => `${path}?turn=${turn}`,
  })),
  {
    name: 'a competition that is not there',
    method: 'GET',
    path: (_, turn) => `/api/competitions/${1_000_000 + turn}/liveranking/public`,
  },
  { name: 'a path that is not there', method: 'GET', path: (_, turn) => `/api/nothing/${turn}` },
];

const publicCalls: readonly PublicCall[] = [
  ...(Object.values(endpoints) as Endpoint[]).filter(isPublic).map(fromTable),
  ...beside,
];

const make = (target: Target, { method, path, body }: PublicCall, turn: number) =>
  ask(target, path(target, turn), { method, ...(body && { body: body(turn) }) });

/** All public calls in turn. */
export const everyPublicCall: Attack = {
  connections: { test: 40, soak: 200 },
  strike: (target, turn) => make(target, publicCalls[turn % publicCalls.length] as PublicCall, turn),
};

/** An attack for each public call, by name. */
export const singlePublicCalls: Record<string, Attack> = Object.fromEntries(
  publicCalls.map((call) => [
    `public: ${call.name}`,
    { connections: { test: 20, soak: 200 }, strike: (target, turn) => make(target, call, turn) } satisfies Attack,
  ]),
);
