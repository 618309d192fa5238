/** Sentences one below the other. */
export const Bullets = ({ lines }: { lines: readonly string[] }) => (
  <ul className="bullets numbers">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);
