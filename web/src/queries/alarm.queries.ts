import { listAlarms } from '@dossard/contract/alarms/alarm.endpoints.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { read } from './read.ts';

/** How often alarms are polled, in milliseconds: a banner must appear within a minute of a fault. */
export const alarmsMs = 20_000;

/** The raised alarms of the installation, and one page of the cleared ones. */
export const alarmPage = (page: number) =>
  read(listAlarms, { query: { page } }, { refetchInterval: alarmsMs, placeholderData: keepPreviousData });
