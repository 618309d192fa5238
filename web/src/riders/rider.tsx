import './riders.css';

/** A rider's number on a plate with two pin holes, as on all screens. */
export function Bib({ dossard, size = 'normal' }: { dossard: number; size?: 'normal' | 'large' }) {
  return (
    <span className="bib" data-size={size} translate="no">
      {dossard}
    </span>
  );
}

/** Formats the name of a person in the order that all screens use: first name, then last name. */
export const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name} ${last_name}`.trim();
