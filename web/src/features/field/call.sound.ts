import { useEffect, useRef } from 'react';
import { note } from '../../device/notes.ts';

/* A short tone at each new call from the field, on desks that want it. */

const key = 'call-sound';

export const soundIsOn = (): boolean => localStorage.getItem(key) !== null;

/** Switches the tone on or off on this device; switching it on plays it once, which browsers need to allow it later. */
export function switchSound(on: boolean): void {
  note(key, on ? 'on' : undefined);
  if (on) playTone();
}

/** Length of the tone in seconds, and its frequency in hertz. */
const toneSec = 0.4;
const toneHz = 880;

function playTone(): void {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  tone.frequency.value = toneHz;
  tone.connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + toneSec);
  tone.onended = () => void audio.close();
}

/** Plays the tone for each id that was not there before; those of the first list are not new. */
export function useSound(ids: readonly string[], isRead: boolean): void {
  const known = useRef<ReadonlySet<string>>(undefined);
  const list = ids.join(' ');
  useEffect(() => {
    if (!isRead) return;
    const now = list.split(' ').filter(Boolean);
    const before = known.current;
    known.current = new Set([...(before ?? []), ...now]);
    if (before && soundIsOn() && now.some((id) => !before.has(id))) playTone();
  }, [list, isRead]);
}
