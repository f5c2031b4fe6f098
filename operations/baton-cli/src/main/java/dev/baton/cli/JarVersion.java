package dev.baton.cli;

import picocli.CommandLine.IVersionProvider;

/** Reads the version from the jar. */
final class JarVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = JarVersion.class.getPackage().getImplementationVersion();
    return new String[] {"baton " + (version == null ? "(unreleased)" : version)};
  }
}
