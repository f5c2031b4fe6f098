package dev.baton.jdbc.touched;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Runs {@link PlainTask} under the debugger's interface, and records which methods it enters. */
final class Tracer {
  private final VirtualMachine child;
  private final MethodEntryRequest entries;
  private final Map<String, Set<String>> methodsByThread = new TreeMap<>();

  private Tracer(VirtualMachine child) {
    this.child = child;
    ClassPrepareRequest loaded = child.eventRequestManager().createClassPrepareRequest();
    loaded.addClassFilter(PlainTask.class.getName());
    loaded.enable();
    entries = child.eventRequestManager().createMethodEntryRequest();
    entries.addClassFilter("dev.baton.*");
    entries.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
  }

  /**
   * Returns Baton's methods that were entered between begin and end, by the name of their thread.
   */
  static Map<String, Set<String>> trace(String... arguments)
      throws InterruptedException, IOException {
    LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
    Map<String, Connector.Argument> settings = connector.defaultArguments();
    settings.get("main").setValue(PlainTask.class.getName() + " " + String.join(" ", arguments));
    settings.get("options").setValue("-cp \"" + System.getProperty("java.class.path") + "\"");
    try {
      VirtualMachine child = connector.launch(settings);
      print(child.process().getInputStream());
      print(child.process().getErrorStream());
      return new Tracer(child).follow();
    } catch (Exception e) {
      throw new IOException("The child process can't be traced", e);
    }
  }

  private static void print(InputStream output) {
    Thread thread =
        new Thread(
            () -> {
              try {
                output.transferTo(System.out);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            "output of the child");
    thread.setDaemon(true);
    thread.start();
  }

  private Map<String, Set<String>> follow() throws InterruptedException {
    child.resume();
    while (true) {
      EventSet events = child.eventQueue().remove();
      for (Event event : events) {
        if (event instanceof VMDisconnectEvent) {
          return methodsByThread;
        }
        if (event instanceof ClassPrepareEvent prepared) {
          stopAt(prepared.referenceType(), PlainTask.BEGIN);
          stopAt(prepared.referenceType(), PlainTask.END);
        } else if (event instanceof BreakpointEvent stop) {
          // Only in between, because tracing slows the whole process down.
          entries.setEnabled(stop.location().method().name().equals(PlainTask.BEGIN));
        } else if (event instanceof MethodEntryEvent entry) {
          Method method = entry.method();
          methodsByThread
              .computeIfAbsent(entry.thread().name(), name -> new TreeSet<>())
              .add(method.declaringType().name() + "#" + method.name());
        }
      }
      events.resume();
    }
  }

  private void stopAt(ReferenceType type, String method) {
    child
        .eventRequestManager()
        .createBreakpointRequest(type.methodsByName(method).get(0).location())
        .enable();
  }
}
