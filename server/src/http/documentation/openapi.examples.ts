import { forDoors, forPoints } from '@dossard/contract/runs/doors.ts';

type Json = Record<string, unknown>;

/** Example values of fields whose format says too little, by wire name; plainly fictional. */
const samples: Json = {
  email: 'camille@dossard.test',
  password: 'Trial-2027',
  current_password: 'Trial-2027',
  new_password: 'Torrent-2027',
  recovery_codes: ['3-k7mq-w2xd-hv4p'],
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  required_of: 'super_admins',
  first_name: 'Camille',
  last_name: 'Exemple',
  token: 'h3Qm0cVwq5h7yJXbqk0Q1r6m2y3Z8vT4uE9sN1aLd0w',
  expires_at: 1812801000,
  device: 'Firefox · Windows',
  network: '192.168.1.0/24',
  message: 'Your password was changed.',
  status: 'dnf',
  link: 'https://club.dossard.example/trial',
  location: 'Pommiers',
  description: 'Five zones on the old quarry.',
  organizer: 'Vélo Club Fictif',
  contact: 'contact@dossard.test',
  zone_name: 'Les Dalles',
  category: 'U13',
  gender: 'F',
  club: 'Les Crampons',
  dossard: 12,
  dossard_number: 12,
  submission_id: '1812800940000-k3v9x',
  chrono_sec: 61.5,
  points: 30,
  total_points: 210,
  number_of_runs: 4,
  run_count: 4,
  referee_name: 'Alix Juge',
  runs_by_zone: { 1: 2 },
  start_time: '2027-06-12T10:42:00',
  first_start: '09:30',
  from: '12:00',
  to: '13:00',
  endpoint: 'https://push.dossard.example/k3v9x2',
  p256dh: 'B'.repeat(87),
  auth: 'a'.repeat(22),
  starts_at: '2027-06-12T06:00:00.000Z',
  ends_at: '2027-06-12T21:59:00.000Z',
  judge: 'judge-7',
  label: 'Les Dalles',
  sent_by: 'Camille Exemple',
  last_hour: [0, 0, 1, 3, 2, 2, 4, 3, 2, 3, 1, 2],
  phone_id: 'k3v9x2',
  oldest_unsent_sec: 340,
  app_version: '0.1.0',
  clock_difference_sec: -1,
  battery: 64,
  next: 288,
  key: '12/2',
  kind: 'run',
  before: { penality: 1 },
  after: { penality: 2 },
  pair: '12-1-2',
  version: 318,
  total: 24,
  ...forDoors((_, index) => index < 3),
  state: 'official',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  salt: 'uq2xkG3hVt0m9wYd',
  competition_name: 'Trial des Crêtes',
  jury: ['Alix Juge'],
  dossards: [12, 7],
  remove: 7,
  renamed: [{ category: 'Minimes', counts_as: 'U13' }],
  row: 4,
  column: 'N° Dossard',
  path: 'dossard_number',
  code: 'dossard_taken',
  request_id: 'req-1f',
  rejected: 0,
  changes: { club: { from: null, to: 'Les Crampons' } },
  ...forPoints(() => 10),
};

/** Example values of text formats, for any field. */
const formats: Json = {
  'date-time': '2027-06-12T09:41:08.250Z',
  date: '2027-06-12',
  uuid: '3f2c1d6e-8a47-4b19-9c5d-0e7f6a1b2c3d',
  uri: 'https://dossard.example',
  email: 'camille@dossard.test',
};

/** Builds an example for a JSON schema from the values above. */
export function exampleOf(schema: Json, name = '', siblings: Json = {}): unknown {
  // Both have a name, but only a competition has a date.
  if (name === 'name') return 'date' in siblings ? 'Trial des Crêtes' : 'Les Dalles';
  // The same field name may have different choices, such as the kinds of an entry and of an invitation.
  if (Array.isArray(schema.enum) && !schema.enum.includes(samples[name])) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  if (name in samples && isSample(samples[name], schema)) return samples[name];
  if (typeof schema.format === 'string' && schema.format in formats) return formats[schema.format];
  const [first] = [schema.anyOf ?? schema.oneOf ?? []].flat() as Json[];
  if (first) return exampleOf(first, name, siblings);
  // A value that may be null has several types.
  const [type] = [schema.type].flat();
  if (type === 'array') {
    return Array.from({ length: Number(schema.minItems ?? 1) }, () => exampleOf(schema.items as Json));
  }
  if (type === 'object') {
    const properties = (schema.properties ?? {}) as Record<string, Json>;
    return Object.fromEntries(
      Object.entries(properties).map(([field, of]) => [field, exampleOf(of, field, properties)]),
    );
  }
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(1, Number(schema.minimum ?? 1));
  return 'text';
}

/** Whether a sample matches the schema: the same name may be points in one place, and a list of points in another. */
function isSample(sample: unknown, { type, pattern, anyOf }: Json): boolean {
  if (Array.isArray(anyOf)) return anyOf.some((one) => isSample(sample, one));
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(String(sample))) return false;
  if (type === undefined) return true;
  return [type].flat().some((one) => {
    if (one === 'array') return Array.isArray(sample);
    return typeof sample === (one === 'integer' ? 'number' : one);
  });
}
