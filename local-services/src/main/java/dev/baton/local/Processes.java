package dev.baton.local;

import java.nio.file.Path;

/** What the operating system tells about a process that some JVM, perhaps dead, has started. */
final class Processes {
  private Processes() {}

  /** Whether the process is there and runs this program: a number may have been given anew. */
  static boolean runs(long pid, String program) {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .map(process -> process.info().command().map(path -> isProgram(path, program)))
        // Of another user's process the system may not tell the program: believe the file.
        .map(answer -> answer.orElse(true))
        .orElse(false);
  }

  private static boolean isProgram(String path, String program) {
    Path name = Path.of(path).getFileName();
    return name != null && name.toString().startsWith(program);
  }
}
