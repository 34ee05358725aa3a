/**
 * A value for each client and key. Two maps deep rather than one map by a joined name, because a long trace
 * would make a new string for each of its entries.
 */
export class Holdings<V> {
  readonly #byClient = new Map<string, Map<string, V>>();

  /** The value for a client and a key. */
  get(client: string, key: string): V | undefined {
    return this.#byClient.get(client)?.get(key);
  }

  /** Sets the value for a client and a key. */
  set(client: string, key: string, value: V): void {
    const byKey = this.#byClient.get(client);
    if (byKey !== undefined) byKey.set(key, value);
    else this.#byClient.set(client, new Map([[key, value]]));
  }
}
