/** Why the server cannot start, as a message for the operator: main prints it without a stack. */
export class StartError extends Error {
  override name = 'StartError';

  /** French follows on its own line where the user of a laptop can meet the error. */
  constructor(english: string, french?: string, options?: ErrorOptions) {
    super(french ? `${english}\n${french}` : english, options);
  }
}
