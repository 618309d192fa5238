import './riders.css';

/** A rider's number on a plate with two pin holes, as on all screens. */
export function Bib({ dossard, size = 'normal' }: { dossard: number; size?: 'normal' | 'large' }) {
  return (
    <span className="bib" data-size={size} translate="no">
      {dossard}
    </span>
  );
}

const shapes = ['gold', 'silver', 'bronze'];

/** A rank; the first three are medals that differ in shape as well as in colour. */
export function Rank({ rank }: { rank: number | null }) {
  if (rank === null) return <span className="rank">–</span>;
  const shape = shapes[rank - 1];
  return (
    <span className={shape ? 'rank medal' : 'rank'} data-shape={shape} translate="no">
      {rank}
    </span>
  );
}
