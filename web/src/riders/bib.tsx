import './bib.css';

/** A rider's number on a plate with two pin holes: how a rider is always shown. */
export function Bib({ dossard, size = 'normal' }: { dossard: number; size?: 'normal' | 'large' }) {
  return (
    <span className="bib" data-size={size}>
      {dossard}
    </span>
  );
}
