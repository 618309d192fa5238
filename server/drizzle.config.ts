/*
 * Configuration of drizzle-kit, which `npm run migration -w server` fetches on demand: it is not part of an
 * installation.
 */
export default {
  dialect: 'postgresql',
  schema: './src/tables/*.table*.ts',
  out: './src/database/migrations',
};
