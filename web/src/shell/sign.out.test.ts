import '../referee/outbox/fake.database.ts';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepsField, noteFieldKept } from '../referee/phone/phone.notes.ts';
import { useLeave } from './sign.out.tsx';

const navigate = vi.hoisted(() => vi.fn(async () => {}));
const clear = vi.hoisted(() => vi.fn());
vi.mock('@tanstack/react-query', () => ({ useQueryClient: () => ({ clear }) }));
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => navigate }));
vi.mock('../paraglide/messages.js', () => ({ m: {} }));
vi.mock('../session/session.ts', () => ({ signOut: async () => {} }));
vi.mock('../referee/offline/kept.answers.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  const notes = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => notes.get(key) ?? null,
    setItem: (key: string, text: string) => void notes.set(key, text),
    removeItem: (key: string) => void notes.delete(key),
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('erases the riders’ names of a phone that cannot load the code for it', async () => {
  noteFieldKept(true);
  const kept = await openDB('dossard-field', 1, { upgrade: (fresh) => void fresh.createObjectStore('answers') });
  kept.close();
  await useLeave()();
  expect(navigate).toHaveBeenCalledWith({ to: '/' });
  expect(clear).toHaveBeenCalled();
  expect(keepsField()).toBe(false);
  await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]));
});
