/** What a platform reports of a post. */
export interface Measured {
  readonly views: number;
  readonly likes: number;
  /** Absent where it is not known now: the time that was reported before stays. */
  readonly watchSeconds?: number;
}

/** The input of a read. */
export interface MeasureJob {
  readonly accessToken: string;
  /** The permissions of the grant. */
  readonly scopes: readonly string[];
  /** Product time. */
  now(): Date;
  readonly signal: AbortSignal;
}

/** Reads how often posts of one account were seen. It changes nothing at the platform. */
export interface MeasureReader {
  /** A grant without these permissions posts all the same, but reports no numbers. */
  readonly scopes: readonly string[];
  /** The further permission that the watch time needs. */
  readonly watchTimeScope?: string;
  /** The most posts of one read. */
  readonly mostIds: number;
  /**
   * The numbers by the platform's id of the post. A post that is missing has no numbers: it is private or was deleted.
   * @throws ProviderRefusal, Unreachable
   */
  read(job: MeasureJob, ids: readonly string[]): Promise<ReadonlyMap<string, Measured>>;
}
