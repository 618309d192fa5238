/* Read by drizzle-kit, which `npm run migration -w server` fetches when it is needed: it is no part of an installation. */
export default {
  dialect: 'postgresql',
  schema: './src/tables/*.table*.ts',
  out: './src/database/migrations',
};
