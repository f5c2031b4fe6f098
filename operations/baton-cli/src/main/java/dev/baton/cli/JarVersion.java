package dev.baton.cli;

import picocli.CommandLine.IVersionProvider;

/** The version, which the jar says. */
final class JarVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = JarVersion.class.getPackage().getImplementationVersion();
    return new String[] {"baton " + (version == null ? "(unreleased)" : version)};
  }
}
