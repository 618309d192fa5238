import './riders.css';

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
