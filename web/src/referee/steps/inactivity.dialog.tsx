import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import type { Flow } from '../flow/referee.flow.ts';
import { toZones } from '../links/field.links.tsx';
import { StepButton } from './step.button.tsx';
import { StepDialog } from './step.dialog.tsx';
import styles from './steps.module.css';

/** After this long without input the referee confirms the zone again; checked every second (F4). */
const limitMs = 480_000;
const checkMs = 1_000;
const signsOfLife = ['pointerdown', 'keydown'] as const;

interface Props {
  competitionId: number;
  zoneName: string;
  flow: Flow;
}

/** Asks a referee who did nothing for eight minutes whether the zone is still right; never while the timer runs. */
export function InactivityDialog({ competitionId, zoneName, flow }: Props) {
  const [asking, setAsking] = useState(false);
  const running = flow.timer.startedAt !== null;
  useEffect(() => {
    if (running || asking) return;
    let last = Date.now();
    const touch = () => {
      last = Date.now();
    };
    const left = new AbortController();
    for (const sign of signsOfLife) window.addEventListener(sign, touch, { signal: left.signal });
    const watch = setInterval(() => {
      if (Date.now() - last >= limitMs) setAsking(true);
    }, checkMs);
    return () => {
      clearInterval(watch);
      left.abort();
    };
  }, [running, asking]);
  if (!asking) return null;
  return (
    <StepDialog title={m.still_this_zone({ zone: zoneName })}>
      <p>{m.still_this_zone_why()}</p>
      <StepButton action={m.stay_in_zone()} onClick={() => setAsking(false)} />
      <Link {...toZones(competitionId)} className={`button ${styles.go}`}>
        {m.change_zone()}
      </Link>
    </StepDialog>
  );
}
