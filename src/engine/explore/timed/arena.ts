/** Records of integers, one after the other in one flat array; a record's address is above 0. */
export class Arena {
  /** Another array once it has grown: not to be kept while records are made. */
  data = new Int32Array(1 << 12);
  private end = 1;

  /** Exactly. */
  get bytes(): number {
    return this.data.byteLength;
  }

  /** What `bytes` will be at most once there is room for so many integers more. */
  bytesWithRoomFor(integers: number): number {
    // Old and new arrays live side by side while they are copied.
    return this.end + integers > this.data.length ? this.data.byteLength * 3 : this.data.byteLength;
  }

  /** The address of a new record of so many integers, all 0. */
  make(length: number): number {
    const address = this.end;
    this.end += length;
    if (this.end > this.data.length) {
      const larger = new Int32Array(Math.max(this.data.length * 2, this.end));
      larger.set(this.data);
      this.data = larger;
    }
    return address;
  }
}
