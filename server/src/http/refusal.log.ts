import { createHash, createHmac } from 'node:crypto';
import type { SecurityKind } from '@dossard/contract/administration/security.log.schema.ts';
import type { RefusalCode } from '@dossard/contract/refusals/refusal.codes.ts';
import { inArray, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { accountOf } from '../access/account.store.ts';
import type { Database } from '../database/client.ts';
import { isDatabaseAway } from '../database/failures.ts';
import { listRows } from '../database/rows.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { users } from '../tables/account.tables.ts';
import { securityEvents } from '../tables/security.table.ts';
import { networkOf } from './input/client.address.ts';
import type { Parts } from './parts.ts';

/*
 * Counts refused sign-ins and refused access for the security log (S22). Identical refusals within an hour share a row,
 * the number of rows is limited, and rows are stored in batches every few seconds: a flood costs neither statements nor
 * disk.
 */

const hourMs = 3_600_000;
/** Interval between stores, in milliseconds. */
const storeMs = 10_000;
/** Maximum rows of one kind per hour and process; all further refusals share one more row. */
const maxRows = 200;

/** Calls that try a password, a code or a passkey. */
const signIns = [
  'PUT /api/login',
  'PUT /api/auth/passkey',
  'POST /api/user/proof',
  'POST /api/invitation/accept-unauthenticated',
];
/** Refusals of those calls that are logged. */
const loggedRefusals: readonly RefusalCode[] = [
  ...(['invalid_credentials', 'wrong_password_for_known_account', 'wrong_current_password'] as const),
  ...(['wrong_code', 'wrong_passkey', 'too_many_requests', 'email_not_verified'] as const),
];
/** Refusals that only ask for the next step of a permitted action. */
const questions: readonly RefusalCode[] = [
  ...(['second_factor_required', 'proof_required', 'factor_setup_required', 'address_not_confirmed'] as const),
];

interface Counted {
  kind: SecurityKind;
  hour: number;
  at: Date;
  count: number;
  actor_id: number | null;
  /** The typed address, in lower case; stored only as an account or a hash. */
  email: string | undefined;
  network: string;
  detail: string;
}

/** Whose address was typed: an account, or a hash of an address without one; neither if none was typed. */
type Addressee = Pick<typeof securityEvents.$inferSelect, 'subject_id' | 'unknown_account'>;

export type RefusalLog = ReturnType<typeof createRefusalLog>;

const hash = (...parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** Returns the kind of a refusal in the security log; undefined if it is not logged. */
function kindOf(call: string, { code, status }: Refusal): SecurityKind | undefined {
  if (signIns.includes(call)) return loggedRefusals.includes(code) ? 'sign_in_refused' : undefined;
  return status === 403 && !questions.includes(code) ? 'access_refused' : undefined;
}

/** Describes a refusal in full: whose, from which network, of which call. */
function describeExactly(kind: SecurityKind, { body, caller, ip }: FastifyRequest, detail: string) {
  const typed = kind === 'sign_in_refused' ? (body as { email?: unknown } | undefined)?.email : undefined;
  return {
    actor_id: accountOf(caller),
    email: typeof typed === 'string' ? typed.trim().toLowerCase().slice(0, 254) : undefined,
    network: networkOf(ip),
    detail,
  };
}

/** Returns the accounts of typed addresses, by address in lower case. */
async function findAccounts(db: Database, emails: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (emails.length === 0) return new Map();
  const found = await listRows(db, users, inArray(sql`lower(${users.email})`, [...new Set(emails)]));
  return new Map(found.map(({ id, email }) => [email.toLowerCase(), id]));
}

/** Stores a row, or adds its count to the one that another process has stored. */
async function insertRow(
  db: Database,
  { email, hour, at, count, subject_id, unknown_account, ...row }: Counted & Addressee,
): Promise<void> {
  const key = hash(row, hour, subject_id, unknown_account);
  await db
    .insert(securityEvents)
    .values({ ...row, key, at: at.toISOString(), count, subject_id, unknown_account })
    .onConflictDoUpdate({
      target: securityEvents.key,
      set: { at: at.toISOString(), count: sql`${securityEvents.count} + ${count}` },
    });
}

export function createRefusalLog(
  { db, clock, secretKey }: Pick<Parts, 'db' | 'clock' | 'secretKey'>,
  onTrouble: (error: Error) => void,
) {
  const waiting = new Map<string, Counted>();
  let rowsOfHour = { hour: 0, keys: new Map<SecurityKind, Set<string>>() };

  /** Whether there is room for one more row of a kind in this hour. */
  function hasRoom(kind: SecurityKind, hour: number, key: string): boolean {
    if (rowsOfHour.hour !== hour) rowsOfHour = { hour, keys: new Map() };
    const keys = rowsOfHour.keys.get(kind) ?? new Set();
    rowsOfHour.keys.set(kind, keys);
    if (!keys.has(key) && keys.size >= maxRows) return false;
    keys.add(key);
    return true;
  }

  /** Stores the waiting refusals; addresses with an account become its number, others a hash. */
  async function store(): Promise<void> {
    if (waiting.size === 0) return;
    const counted = [...waiting];
    const ids = await findAccounts(
      db,
      counted.flatMap(([, { email }]) => email ?? []),
    );
    const addresseeOf = ({ email }: Counted) => {
      const subject_id = (email !== undefined && ids.get(email)) || null;
      return { subject_id, unknown_account: email === undefined || subject_id ? null : signOf(email) };
    };
    for (const [name, row] of counted) {
      await insertRow(db, { ...row, ...addresseeOf(row) }).catch((error) => {
        // Retry later while the database is down; skip a row that it rejects, because it would block the others.
        if (isDatabaseAway(error)) throw error;
        onTrouble(error);
      });
      const latest = waiting.get(name) ?? row;
      if (latest.count === row.count) waiting.delete(name);
      else waiting.set(name, { ...latest, count: latest.count - row.count });
    }
  }

  const signOf = (email: string) =>
    createHmac('sha256', secretKey ?? '')
      .update(`account ${email}`)
      .digest('base64url')
      .slice(0, 10);

  let storing = Promise.resolve();
  const storeInTurn = () => {
    storing = storing.then(() => store().catch(onTrouble));
    return storing;
  };
  const timer = setInterval(storeInTurn, storeMs);
  timer.unref();

  return {
    /** Counts a refusal, if the log records its kind. */
    note(request: FastifyRequest, refusal: Refusal): void {
      const { method, url } = request.routeOptions;
      const call = `${Array.isArray(method) ? method[0] : method} ${url}`;
      const kind = url === undefined ? undefined : kindOf(call, refusal);
      if (!kind) return;
      const now = clock();
      const hour = Math.floor(now.getTime() / hourMs);
      const exact = describeExactly(kind, request, `${refusal.code} ${call}`);
      const others = { actor_id: null, email: undefined, network: '', detail: 'others' };
      const row = hasRoom(kind, hour, hash(exact)) ? exact : others;
      const key = hash(kind, hour, row);
      const counted = waiting.get(key) ?? { ...row, kind, hour, at: now, count: 0 };
      waiting.set(key, { ...counted, at: now, count: counted.count + 1 });
    },
    /** Stores what was counted. */
    store: storeInTurn,
    stop() {
      clearInterval(timer);
      return storeInTurn();
    },
  };
}
