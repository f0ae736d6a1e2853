interface Stored {
  storageLimit: string | null;
  storageUsed: string;
}

/** Bytes as the API shows them; the database has them as text. */
export const storageView = ({ storageLimit: limit, storageUsed: used }: Stored) => ({
  storage_limit: limit === null ? null : Number(limit),
  storage_used: Number(used),
});

/** Bytes as the database takes them. */
export const storedBytes = (bytes: number | null): string | null => (bytes === null ? null : String(bytes));
