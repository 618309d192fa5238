import styles from './segments.module.css';

interface Props<V extends string | undefined> {
  /** Only for screen readers. */
  legend: string;
  name: string;
  /** The value is undefined for all of them; `lang` if the label is in another language. */
  choices: readonly { value: V; label: string; lang?: string }[];
  chosen: NoInfer<V>;
  /** Absent in a form that works without React. */
  onChoose?: ((value: V) => void) | undefined;
}

/** One of a few choices, joined in one frame: what the content below is narrowed to. */
export function Segments<V extends string | undefined>({ legend, name, choices, chosen, onChoose }: Props<V>) {
  return (
    <fieldset className={styles.segments}>
      <legend className="visually-hidden">{legend}</legend>
      {choices.map(({ value, label, lang }) => (
        <label key={label}>
          <input
            type="radio"
            name={name}
            value={value ?? ''}
            checked={value === chosen}
            onChange={() => onChoose?.(value)}
          />
          <span lang={lang} translate={lang ? 'no' : undefined}>
            {label}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
