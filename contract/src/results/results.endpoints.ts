import { endpoint, inCompetition } from '../calls/endpoint.ts';

export const exportResults = endpoint({
  name: 'exportResults',
  method: 'GET',
  path: '/competition/:id/results/export',
  summary: 'The results as xlsx: a ranking per category and gender, and all runs',
  who: inCompetition('export_results'),
  download: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});
