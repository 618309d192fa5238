import { useState } from 'react';
import { m } from '../paraglide/messages.js';
import { Alert } from '../ui/parts/alert.tsx';
import { CodeView } from '../ui/parts/code.view.tsx';
import { readBibCode } from './bib.code.ts';

interface Props {
  competitionId: number;
  onBib: (dossard: number) => void;
}

/** Reads the code of a bib with the camera; a plate of another competition is refused. */
export default function BibScanner({ competitionId, onBib }: Props) {
  const [isOther, setIsOther] = useState(false);
  const [before, setBefore] = useState('');
  function see(text: string) {
    // The same code stays in the picture while the plate is held up.
    if (text === before) return;
    setBefore(text);
    const bib = readBibCode(text);
    if (!bib) return;
    setIsOther(bib.competitionId !== competitionId);
    if (bib.competitionId === competitionId) onBib(bib.dossard);
  }
  return (
    <div>
      <CodeView onText={see} otherwise={m.bib_scan_otherwise()} />
      <div role="status">{isOther && <Alert kind="warning" title={m.bib_code_other()} />}</div>
    </div>
  );
}
