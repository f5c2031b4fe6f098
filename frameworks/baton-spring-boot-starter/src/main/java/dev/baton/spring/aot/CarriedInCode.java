package dev.baton.spring.aot;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.core.io.Resource;

/**
 * The payloads, results and data that a class file uses, found without running its code. These are
 * the classes that it passes to Baton's methods, as in {@code TaskType.of("PAY", Payout.class)},
 * and the classes from which it gets types.
 *
 * @param className the class that was read
 * @param classes the names of the classes that it passes to Baton's methods, or to other methods
 *     that create types
 * @param typeHolders the names of the classes from which it gets a {@code TaskType}, by a constant
 *     or a method
 * @param definers the names of the classes from which it gets a definition
 * @param isTyped whether it defines how tasks of some {@code TaskType} run
 */
public record CarriedInCode(
    String className,
    Set<String> classes,
    Set<String> typeHolders,
    Set<String> definers,
    boolean isTyped) {
  private static final String API = "dev/baton/api/";
  private static final String HANDLER = "dev/baton/handler/";
  private static final String TASK_TYPE = "L" + API + "TaskType;";
  private static final String SIGNATURE = "L" + API + "TaskSignature;";
  private static final Set<String> DEFINITIONS =
      Set.of(HANDLER + "TaskDefinition", HANDLER + "StateMachine");
  private static final Type CLASS = Type.getType(Class.class);

  public static CarriedInCode of(Resource classFile) throws IOException {
    try (InputStream bytes = classFile.getInputStream()) {
      ClassReader reader = new ClassReader(bytes);
      CollectedClasses found = new CollectedClasses();
      reader.accept(found, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      return new CarriedInCode(
          Type.getObjectType(reader.getClassName()).getClassName(),
          found.classes,
          found.typeHolders,
          found.definers,
          found.typed);
    }
  }

  private static final class CollectedClasses extends ClassVisitor {
    private final Set<String> classes = new LinkedHashSet<>();
    private final Set<String> typeHolders = new LinkedHashSet<>();
    private final Set<String> definers = new LinkedHashSet<>();
    private boolean typed;

    CollectedClasses() {
      super(SpringAsmInfo.ASM_VERSION);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      return new Calls();
    }

    private final class Calls extends MethodVisitor {
      /** The class literals so far: the last ones are the arguments of the next call. */
      private final List<Type> literals = new ArrayList<>();

      Calls() {
        super(SpringAsmInfo.ASM_VERSION);
      }

      @Override
      public void visitLdcInsn(Object value) {
        if (value instanceof Type type && type.getSort() == Type.OBJECT) {
          literals.add(type);
        }
      }

      @Override
      public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        if (opcode == Opcodes.GETSTATIC && descriptor.equals(TASK_TYPE)) {
          typeHolders.add(Type.getObjectType(owner).getClassName());
        }
      }

      @Override
      public void visitMethodInsn(
          int opcode, String owner, String name, String descriptor, boolean isInterface) {
        Type made = Type.getReturnType(descriptor);
        if (owner.startsWith(API) || owner.startsWith(HANDLER)) {
          typed |=
              DEFINITIONS.contains(owner)
                  && (descriptor.contains(TASK_TYPE) || descriptor.contains(SIGNATURE));
          take(descriptor);
        } else if (made.getDescriptor().equals(TASK_TYPE)) {
          typeHolders.add(Type.getObjectType(owner).getClassName());
          take(descriptor);
        } else if (made.getSort() == Type.OBJECT && DEFINITIONS.contains(made.getInternalName())) {
          definers.add(Type.getObjectType(owner).getClassName());
        }
      }

      private void take(String descriptor) {
        int wanted = 0;
        for (Type parameter : Type.getArgumentTypes(descriptor)) {
          wanted += parameter.equals(CLASS) ? 1 : 0;
        }
        for (int i = 0; i < wanted && !literals.isEmpty(); i++) {
          classes.add(literals.remove(literals.size() - 1).getClassName());
        }
      }
    }
  }
}
