package dev.baton.quarkus.runtime;

import io.quarkus.runtime.RuntimeValue;
import io.quarkus.runtime.annotations.Recorder;
import java.util.List;

/** Passes the methods that the build found to the application. */
@Recorder
public class BatonRecorder {

  public RuntimeValue<MarkedMethods> methods(List<MarkedMethod> found) {
    return new RuntimeValue<>(new MarkedMethods(List.copyOf(found)));
  }
}
