package dev.baton.local;

import java.nio.file.Path;

/** The two database servers that keep their data, as the tests use them. */
enum KeptServer {
  POSTGRES("postgres") {
    @Override
    DatabaseAddress open(Path folder) {
      return LocalPostgres.at(folder).database("kept");
    }

    @Override
    void stop(Path folder) {
      LocalPostgres.stopAt(folder);
    }
  },
  MARIADB("mariadbd") {
    @Override
    DatabaseAddress open(Path folder) {
      return LocalMariaDb.at(folder).database("kept");
    }

    @Override
    void stop(Path folder) {
      LocalMariaDb.stopAt(folder);
    }
  };

  private final String program;

  KeptServer(String program) {
    this.program = program;
  }

  abstract DatabaseAddress open(Path folder);

  abstract void stop(Path folder);

  String program() {
    return program;
  }
}
