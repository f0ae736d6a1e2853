/**
 * Lines that can be pasted after those of the banner: a Maven and an Ivy repository, and the settings with which
 * the build tools reach them. `make(repository)` is the command that makes a repository from its JSON.
 * @param {{ access: import('./access.mjs').Access, make: (repository: string) => string }} options
 */
export const buildSteps = ({ access, make }) => {
  const { site_url: site, company, login } = access;
  /** @param {string} kind */
  const at = (kind) => `${site}/${company}/projects/demo/repositories/${kind}/${kind}-builds`;
  const server = `<server><id>holdfast</id><username>${login}</username><password>%s</password></server>`;
  const credentials = `<credentials host="${new URL(site).hostname}" realm="Holdfast" username="${login}" passwd="%s"/>`;
  const version = `${at('ivy')}/[organisation]/[module]/[revision]`;
  const resolver =
    `<resolvers><url name="holdfast"><ivy pattern="${version}/ivy-[revision].xml"/>` +
    `<artifact pattern="${version}/[artifact]-[revision].[ext]"/></url></resolvers>`;
  return `
  Make a Maven repository and deploy a jar to it:
    ${make('{"id":"maven-builds","type":"maven"}')}
    printf '<settings><servers>${server}</servers></settings>' "$PASSWORD" > "$TOUR/settings.xml"
    mvn -s "$TOUR/settings.xml" deploy:deploy-file -DrepositoryId=holdfast -Durl=${at('maven')} -Dfile=some.jar -DgroupId=org.example -DartifactId=some -Dversion=1.0
  Make an Ivy repository, and settings with which ivy:publish and ivy:resolve reach it:
    ${make('{"id":"ivy-builds","type":"ivy"}')}
    printf '<ivysettings><settings defaultResolver="holdfast"/>${credentials}${resolver}</ivysettings>' "$PASSWORD" > "$TOUR/ivysettings.xml"
`;
};
