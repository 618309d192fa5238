import type { ComponentProps } from 'react';
import { PlainButton } from '../../ui/parts/plain.button.tsx';
import styles from './steps.module.css';

/** A large button of a step: the way on, or in the background a way back. */
export const StepButton = ({ look = 'go', className = '', ...button }: ComponentProps<typeof PlainButton>) => (
  <PlainButton look={look} className={`${look === 'quiet' ? styles.quiet : styles.go} ${className}`} {...button} />
);
