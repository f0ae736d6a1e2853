/** Where repositories are, as the API names it. */
export interface ProjectPlace {
  uuid: string;
  id: string;
}
