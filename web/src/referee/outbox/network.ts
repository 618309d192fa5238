import { accountHeader } from '@dossard/contract/accounts/account.header.ts';
import { recordRun, verifyRun } from '@dossard/contract/runs/run.endpoints.ts';
import type { Entry } from './entry.ts';
import type { OutboxNetwork } from './pump.ts';

/** How long a request may take, in milliseconds (spec §9). */
const timeoutMs = 30_000;

/**
 * The outbox's way to the server, by plain requests: it makes attempts of its own, takes no part in the counting of
 * 401s (api, "Retries"), and runs in the service worker too. `origin` is empty in a browser.
 */
export function outboxNetwork(language: () => string, origin = '', ask = fetch): OutboxNetwork {
  async function request(path: string, init: RequestInit, entry: Entry): Promise<Response | undefined> {
    const ending = new AbortController();
    const timeout = setTimeout(() => ending.abort(), timeoutMs);
    const headers = {
      'accept-language': language(),
      // The server takes the run from this account alone, whoever has signed in meanwhile.
      [accountHeader]: encodeURIComponent(entry.user),
      ...init.headers,
    };
    try {
      const response = await ask(`${origin}/api${path}`, {
        ...init,
        headers,
        credentials: 'same-origin',
        signal: ending.signal,
      });
      // An answer of which only the head arrived is none.
      return new Response(await response.text(), response);
    } catch {
      return undefined;
    } finally {
      clearTimeout(timeout);
    }
  }

  return {
    send: async (entry) => {
      const response = await request(
        recordRun.path,
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(entry.submission) },
        entry,
      );
      const said = await readRefusal(response);
      return {
        status: response?.status ?? 0,
        code: said.code ?? null,
        message: said.message ?? null,
        retryAfterMs: Number(response?.headers.get('retry-after') ?? 0) * 1000 || 0,
      };
    },
    verify: async (entry) => {
      const id = encodeURIComponent(entry.submission.submission_id);
      const response = await request(`${verifyRun.path}?submissionID=${id}`, { method: 'GET' }, entry);
      const exists = response?.ok === true && ((await response.json()) as { exists: boolean }).exists;
      return { status: response?.status ?? 0, exists };
    },
  };
}

/** The code and words of a refusal; a proxy on the way may answer without any. */
async function readRefusal(response: Response | undefined): Promise<{ code?: string; message?: string }> {
  if (!response || response.ok || !response.headers.get('content-type')?.includes('json')) return {};
  return (await response.json()) as { code?: string; message?: string };
}
