package dev.baton.spring;

import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskType;
import dev.baton.api.chunk.ChunkItem;
import dev.baton.api.chunk.Chunks;
import dev.baton.spring.error.BatonSetupException;
import dev.baton.task.Bytes;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** A method of a bean that runs many tasks by one call: what it takes, and how it is called. */
final class ChunkMethod {
  private static final String TAKES =
      "Let it take a List of what the tasks carry, such as List<Payout>, or of their items, such as"
          + " List<ChunkItem<Payout, Void>>, and nothing else";

  private final TaskMethod method;
  private final ResolvableType element;
  private final boolean takesItems;
  private final Class<?> payload;

  /**
   * @throws BatonSetupException when it can't run chunks
   */
  ChunkMethod(TaskMethod method, Method marked, Class<?> beanClass) {
    this.method = method;
    method.refuseUnfit();
    if (marked.getReturnType() != void.class) {
      throw method.refused(
          "is for chunks and answers something",
          "Let it answer nothing. Each item is told its result: item.done(result)");
    }
    if (marked.getParameterCount() != 1 || marked.getParameterTypes()[0] != List.class) {
      throw method.refused("is for chunks and takes something else than a List", TAKES);
    }
    element = ResolvableType.forMethodParameter(marked, 0, beanClass).getGeneric();
    takesItems = element.resolve() == ChunkItem.class;
    ResolvableType carried = takesItems ? element.getGeneric(0) : element;
    Class<?> resolved = carried.resolve();
    if (resolved == null || carried.hasGenerics()) {
      throw method.refused("takes a List of " + carried + ", which no codec is told", TAKES);
    }
    payload = resolved;
  }

  /**
   * @param known the type as a bean has it; null where there is none
   * @param linger null for the usual
   */
  TaskDefinition definition(
      String type, @Nullable TaskType<?, ?> known, int size, @Nullable Duration linger) {
    if (known != null && !ClassUtils.isAssignable(payload, known.payloadClass())) {
      throw method.refused(
          "takes a List of "
              + payload.getName()
              + ", but the TaskType bean '"
              + type
              + "' carries "
              + (known.payloadClass() == Void.class ? "none" : known.payloadClass().getName()),
          "Let the method take what the TaskType carries");
    }
    if (known == null && (payload == String.class || payload == Bytes.class)) {
      throw method.refused(
          "takes a List of " + payload.getName() + ", which may be written in several ways",
          "Declare a TaskType bean of that name with payload("
              + payload.getSimpleName()
              + ".class)");
    }
    @Nullable Class<?> result = takesItems ? element.getGeneric(1).resolve() : null;
    if (known != null && result != null && !ClassUtils.isAssignable(known.resultClass(), result)) {
      throw method.refused(
          "takes items with a result of "
              + result.getName()
              + ", but the TaskType bean '"
              + type
              + "' says "
              + known.resultClass().getName(),
          "Let the items have the result that the TaskType says");
    }
    TaskType<?, ?> named = TaskType.named(type).payload(payload);
    TaskType<?, ?> own = result == null ? named : named.result(result);
    return known == null ? chunks(own, size, linger) : chunks(known, size, linger);
  }

  private <P, R> TaskDefinition chunks(TaskType<P, R> type, int size, @Nullable Duration linger) {
    Chunks<P, R> chunks = Chunks.of(type).size(size);
    return (linger == null ? chunks : chunks.linger(linger)).handledBy(this::handle);
  }

  private <P, R> void handle(List<ChunkItem<P, R>> items) throws Exception {
    method.invoke(takesItems ? items : items.stream().map(ChunkItem::payload).toList());
  }
}
