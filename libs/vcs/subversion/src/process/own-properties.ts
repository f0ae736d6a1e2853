/** What the names of properties of revisions begin with that only the server sets. */
export const ownProperties = 'holdfast:';

/** Which ref the API has made or deleted by a revision. */
export const markProperty = `${ownProperties}ref`;
