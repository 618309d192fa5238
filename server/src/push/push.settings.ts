import { derivePushKeys } from './push.keys.ts';
import type { PushSettings } from './push.sender.ts';

/** Returns the settings of messages to browsers; undefined where browsers take none: without https, except locally. */
export function pushSettings(publicUrl: string, contactEmail: string, secretKey: Buffer): PushSettings | undefined {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== 'https:' && hostname !== 'localhost' && hostname !== '127.0.0.1') return undefined;
  return { keys: derivePushKeys(secretKey), subject: `mailto:${contactEmail}` };
}
